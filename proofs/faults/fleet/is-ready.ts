/** Whether every gateway, and every service behind it, reports that it is ready. */
export async function isReady(urls: readonly string[]): Promise<boolean> {
  const ready = await Promise.all(urls.map((url) => isGatewayReady(url).catch(() => false)));
  return ready.every(Boolean);
}

/** Throws if there is no complete answer in time. */
async function isGatewayReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_MS) });
  await answer.text();
  return answer.status === 200;
}

const READY_MS = 5_000;
