import { perService } from '../../../platform/handler/runtime.ts';

/** The requests to receivers that the process has made since its start, by outcome. */
export class DeliveryCounts extends Map<string, number> {
  add(result: string): void {
    this.set(result, (this.get(result) ?? 0) + 1);
  }
}

/** `succeeded` exists from the start, so that a rate has a first value. */
export const deliveryCounts = perService(() => new DeliveryCounts([['succeeded', 0]]));
