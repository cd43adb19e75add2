/** A gateway, and the credentials of the requests to it. */
export interface Target {
  /** `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The Authorization header of an integration. */
  readonly authorization: string;
}

/** The outcome of one request. */
export interface Outcome {
  /** 0 if the connection broke. */
  readonly status: number;
  /** Of the body, as far as received. */
  readonly bytes: number;
  readonly ms: number;
}

/** Sends a GET below `/api/v4` and reads the whole response. */
export function get(target: Target, path: string): Promise<Outcome> {
  return readWhole(target, `/api/v4${path}`);
}

/** Checks the gateway's liveness. */
export function getHealth(target: Target): Promise<Outcome> {
  return readWhole(target, '/healthz');
}

async function readWhole({ url, authorization }: Target, path: string): Promise<Outcome> {
  const begun = performance.now();
  let status = 0;
  let bytes = 0;
  try {
    const answer = await fetch(`${url}${path}`, { headers: { authorization } });
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    status = answer.status;
  } catch {
    // A truncated response counts as status 0.
  }
  return { status, bytes, ms: performance.now() - begun };
}

/** Sends that many at once. */
export function getMany(target: Target, path: string, count: number): Promise<Outcome[]> {
  return Promise.all(Array.from({ length: count }, () => get(target, path)));
}
