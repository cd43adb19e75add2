/**
 * Which rejected requests (401, 429) are recorded and not only counted: the first of each integration in each minute. Whoever knows a client id, or goes
 * on after a 429, would otherwise write to the disk at any rate (decisions 16.6).
 */
export class RejectedRequests {
  #minute = '';
  readonly #ofIntegrations = new Map<string, number>();

  /** Whether a request with this status, that arrived at this instant (text), is recorded. */
  takes(integrationId: string, { time, status }: { readonly time: string; readonly status: number }): boolean {
    if (status !== 401 && status !== 429) return true;
    const minute = time.slice(0, MINUTE_LENGTH);
    if (minute !== this.#minute) this.#ofIntegrations.clear();
    this.#minute = minute;
    const before = this.#ofIntegrations.get(integrationId) ?? 0;
    this.#ofIntegrations.set(integrationId, before + 1);
    return before < RECORDED_IN_MINUTE;
  }
}

export const RECORDED_IN_MINUTE = 100;
const MINUTE_LENGTH = '2026-10-05T08:00'.length;
