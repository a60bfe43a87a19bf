"""Servers have to show that they are who they say."""

import datetime
import ipaddress
import ssl
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from crawling import FAST, crawl, pages_of
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from sample_web import generate
from sitesieve.sample.server import handler_for

SITE = generate(size=0)[0]


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for localhost that nobody has signed, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    hosts: list[x509.GeneralName] = [
        x509.DNSName("localhost"),
        x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
    ]
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(hosts), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "server.pem"
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    path.write_bytes(
        signed.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, form, plain)
    )
    return path


@pytest.fixture
def port(certificate: Path) -> Iterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler_for(SITE)) as server:
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield int(server.server_address[1])
        server.shutdown()
        thread.join()


def test_a_certificate_that_is_not_trusted_is_refused_and_one_that_is_is_not(
    tmp_path: Path, certificate: Path, port: int
) -> None:
    url, archive = f"https://localhost:{port}/", tmp_path / "site.warc.gz"
    options = (*FAST, "--ignore-robots", "--no-sitemaps", "--retries", 0, "--max-pages", 3)
    refused = crawl(url, archive, *options)
    assert refused.code == 1
    assert "certificate" in refused.err.lower()
    assert not archive.exists()

    trusted = crawl(url, archive, *options, SSL_CERT_FILE=str(certificate))
    assert trusted.code == 0, trusted.err
    assert len(pages_of(archive)) == 3
