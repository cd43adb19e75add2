/** Whether every gateway and, behind it, every service says that it can do its work. */
export async function isReady(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(
    urls.map((url) => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_MS) }).catch(() => undefined)),
  );
  await Promise.all(answers.map((answer) => answer?.text()));
  return answers.every((answer) => answer?.status === 200);
}

const READY_MS = 5_000;
