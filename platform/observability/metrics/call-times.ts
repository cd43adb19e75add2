import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Counter, Histogram } from '@prometheus-io/client';
import { serviceOf } from '../../core/access.ts';
import { monotonicMs } from '../../core/clock.ts';
import { Refusal } from '../../core/errors/refusal.ts';
import { statusName } from '../../core/errors/status.ts';
import { type Metrics, metricOf } from './metrics.ts';

/** Counts the RPCs that a service serves, or those that it or the gateway makes, and their durations. */
export class CallTimes {
  readonly #service: string;
  readonly #side: 'server' | 'client';
  readonly #durations: Histogram<string>;
  /** The labels of each RPC called so far, and its calls by gRPC status. */
  readonly #calls = new Map<
    DescMethod,
    { readonly labels: Record<string, string>; readonly codes: Map<number, number> }
  >();
  #inFlight = 0;

  constructor(side: 'server' | 'client', service: string) {
    this.#side = side;
    this.#service = service;
    this.#durations = metricOf(`lyceum_rpc_${side}_call_duration_seconds`);
  }

  /** Records the start of a call; returns the value to pass to {@link end}. */
  begin(): number {
    this.#inFlight++;
    return monotonicMs();
  }

  /** @param error why it failed; undefined for success */
  end(method: DescMethod, begun: number, error?: unknown): void {
    this.#inFlight--;
    const make = () => ({ labels: this.#labelsOf(method), codes: new Map() });
    const { labels, codes } = this.#calls.getOrInsertComputed(method, make);
    const code = error === undefined ? SUCCESS : codeOf(error);
    codes.set(code, (codes.get(code) ?? 0) + 1);
    this.#durations.observe(labels, (monotonicMs() - begun) / 1_000);
  }

  /** Exports the counts. */
  register(metrics: Metrics): void {
    const [side, service] = [this.#side, this.#service];
    metrics.collect(`lyceum_rpc_${side}_calls_total`, (counter) => {
      for (const { labels, codes } of this.#calls.values())
        for (const [code, count] of codes)
          (counter as Counter<string>).inc({ ...labels, code: statusName(code) }, count);
    });
    metrics.add(`lyceum_rpc_${side}_call_duration_seconds`, this.#durations);
    metrics.collect(`lyceum_rpc_${side}_calls_in_flight`, (gauge) => gauge.set({ service }, this.#inFlight));
  }

  #labelsOf(method: DescMethod): Record<string, string> {
    return {
      service: this.#service,
      ...(this.#side === 'client' ? { target: serviceOf(method) } : {}),
      method: `${method.parent.name}/${method.name}`,
    };
  }
}

const SUCCESS = 0;

function codeOf(error: unknown): Code {
  if (error instanceof ConnectError) return error.code;
  return error instanceof Refusal ? error.status : Code.Internal;
}
