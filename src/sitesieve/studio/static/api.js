// What the studio asks its server.

async function ask(path, options = {}) {
  const response = await fetch(path, { credentials: "same-origin", ...options });
  if (!response.ok) {
    let detail = response.statusText;
    try {
      const body = await response.json();
      detail = typeof body.detail === "string" ? body.detail : JSON.stringify(body.detail);
    } catch { /* no JSON: the status says it */ }
    throw new Error(detail);
  }
  return response;
}

const queried = (path, parameters) => {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return `/api/${path}?${new URLSearchParams(given)}`;
};

export const get = async (path, parameters = {}) => (await ask(queried(path, parameters))).json();
export const getText = async (path, parameters = {}) => (await ask(queried(path, parameters))).text();
export const post = async (path, body) =>
  (await ask(`/api/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
export const remove = async (path) => (await ask(`/api/${path}`, { method: "DELETE" })).json();
