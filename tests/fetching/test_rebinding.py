"""A name that comes to mean another address, with a real resolver and a real name server.

In a network of its own (Linux, as root): a name server on loopback answers with a public address
and a private one in turn. Nothing must ever be connected to at the private one.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PUBLIC = "93.184.216.34"

_SCRIPT = """
import http.server, json, socket, struct, sys, threading, time
from sitesieve.errors import PageError
from sitesieve.fetching import Client, Robots, Turns
from sitesieve.page.limits import Limits

PUBLIC, port = sys.argv[1], 8080
asked, pattern = [], iter([])

def answers(server):
    while True:
        query, sender = server.recvfrom(512)
        at, labels = 12, []
        while query[at]:
            labels.append(query[at + 1 : at + 1 + query[at]].decode())
            at += query[at] + 1
        kind = struct.unpack(">H", query[at + 1 : at + 3])[0]
        question = query[12 : at + 5]
        name = ".".join(labels)
        addresses = []
        if kind == 1:
            asked.append(name)
            first, second = (PUBLIC, "127.0.0.1") if len(asked) % 2 else ("127.0.0.1", PUBLIC)
            addresses = {"turn": [first], "both": [first, second]}.get(labels[0], [])
        body = b"".join(b"\\xc0\\x0c" + struct.pack(">HHIH", 1, 1, 0, 4) + socket.inet_aton(a)
                        for a in addresses)
        head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, len(addresses), 0, 0)
        server.sendto(head + question + body, sender)

names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
names.bind(("127.0.0.1", 53))
threading.Thread(target=answers, args=(names,), daemon=True).start()

inside = []
def accept(listener):
    while True:
        connection, _ = listener.accept()
        inside.append(1)
        connection.close()

for private_port in (port, 443):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", private_port))
    listener.listen()
    threading.Thread(target=accept, args=(listener,), daemon=True).start()

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(302 if self.path == "/moved" else 200)
        if self.path == "/moved":
            self.send_header("Location", "/page")
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer((PUBLIC, port), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()

client = Client(Limits(seconds=5.0))
outcomes = {"read": 0, "refused": 0, "other": []}
for host in ("turn.example", "both.example"):
    for path in ("page", "moved") * 6:
        robots = Robots(client)
        try:
            response = client.follow(f"http://{host}:{port}/{path}", robots.check)
            assert response.address == PUBLIC, response.address
            outcomes["read"] += 1
        except PageError as error:
            if "private" in str(error):
                outcomes["refused"] += 1
            else:
                outcomes["other"].append(str(error))
    for _ in range(4):
        try:
            client.get(f"https://{host}/")
        except PageError:
            pass
time.sleep(0.2)
print(json.dumps(outcomes | {"inside": len(inside), "asked": len(asked)}))
"""


def test_a_name_that_changes_its_meaning_reaches_nothing_private(tmp_path: Path) -> None:
    resolver = tmp_path / "resolv.conf"
    resolver.write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT)
    inside = (
        f"ip link set lo up && ip addr add {PUBLIC}/32 dev lo && "
        f"mount --bind {resolver} /etc/resolv.conf && exec {sys.executable} {script} {PUBLIC}"
    )
    alone = ["unshare", "--net", "--mount", "sh", "-c"]
    try:
        possible = subprocess.run([*alone, "ip link set lo up"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("unshare is not installed")
    if possible.returncode:
        pytest.skip("no network of its own: needs Linux, ip and the rights of root")
    done = subprocess.run(
        [*alone, inside], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    outcomes = json.loads(done.stdout)
    assert outcomes["inside"] == 0
    assert outcomes["asked"] > 20
    assert outcomes["refused"] > 0
    assert outcomes["read"] > 0, outcomes
    assert outcomes["other"] == []
