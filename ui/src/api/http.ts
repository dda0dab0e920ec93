/** What the server refused, in its own one clear line. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = "ApiError";
    this.status = status;
  }
}

type Parameters = Record<string, string | number | undefined>;

/** `/api` + path + the parameters that say something: empty ones are left out. */
export function address(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `/api${path}${text ? `?${text}` : ""}`;
}

export async function get<T>(path: string, parameters?: Parameters): Promise<T> {
  return (await send(address(path, parameters))).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await send(address(path))).text();
}

export async function post<T>(path: string, body: object): Promise<T> {
  return write<T>("POST", path, body);
}

export async function patch<T>(path: string, body: object): Promise<T> {
  return write<T>("PATCH", path, body);
}

export async function postFiles<T>(path: string, files: readonly File[]): Promise<T> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.webkitRelativePath || file.name);
  return (await send(address(path), { method: "POST", body: form })).json() as Promise<T>;
}

async function write<T>(method: string, path: string, body: object): Promise<T> {
  const response = await send(address(path), {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<T>;
}

async function send(url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    throw new ApiError(0, "The RecallOps server does not answer. Is it running?");
  }
  if (!response.ok) throw new ApiError(response.status, await detailOf(response));
  return response;
}

/** FastAPI says `{"detail": "..."}`, or a list of fields that did not validate. */
async function detailOf(response: Response): Promise<string> {
  const fallback = `The server answered ${response.status}.`;
  try {
    const { detail } = (await response.json()) as { detail?: unknown };
    if (typeof detail === "string") return detail;
    if (Array.isArray(detail)) return detail.map(fieldError).join("; ");
    return fallback;
  } catch {
    return fallback;
  }
}

function fieldError(error: { loc?: unknown[]; msg?: string }): string {
  return `${error.loc?.at(-1) ?? "body"}: ${error.msg ?? "not valid"}`;
}
