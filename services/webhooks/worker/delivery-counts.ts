import { perService } from '../../../platform/handler/runtime.ts';

/** What the worker of a process has done since its start, for measures. */
export interface DeliveryCounts {
  /** Requests to receivers, by what came of them. */
  readonly attempts: Map<string, number>;
  /** Endpoints that it has disabled, by the reason. */
  readonly disabled: Map<string, number>;
}

export const deliveryCounts = perService((): DeliveryCounts => ({ attempts: new Map(), disabled: new Map() }));

/** Adds one. */
export function count(of: Map<string, number>, name: string): void {
  of.set(name, (of.get(name) ?? 0) + 1);
}
