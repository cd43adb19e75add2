import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../log.ts';

/** Counts what is delivered and what is lost, and says so in the log when the collector goes and when it is back, not with each batch. */
export class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #loggedFailure = false;
  delivered = 0;
  lost = 0;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  /** Its result is always success: what became of the spans is told here, and trying again is the exporter's own business. */
  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, ({ code, error }) => {
      if (code === ExportResultCode.SUCCESS) this.#logRecovery(spans.length);
      else this.#logFailure(spans.length, error);
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  #logRecovery(spans: number): void {
    this.delivered += spans;
    if (this.#loggedFailure) this.#log.info({ lost: this.lost }, 'traces are delivered again');
    this.#loggedFailure = false;
  }

  #logFailure(spans: number, error: Error | undefined): void {
    this.lost += spans;
    if (!this.#loggedFailure)
      this.#log.warn({ event: 'traces_dropped', err: error }, 'traces cannot be delivered and are dropped');
    this.#loggedFailure = true;
  }
}
