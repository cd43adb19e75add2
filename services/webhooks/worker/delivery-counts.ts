import { perService } from '../../../platform/handler/runtime.ts';

/** The requests to receivers that a process has made since its start, by what came of them. */
export class DeliveryCounts extends Map<string, number> {
  add(result: string): void {
    this.set(result, (this.get(result) ?? 0) + 1);
  }
}

/** `succeeded` is there from the start, so that a rate has something to begin with. */
export const deliveryCounts = perService(() => new DeliveryCounts([['succeeded', 0]]));
