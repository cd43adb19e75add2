import { registerLyceumMetrics } from '../../one-process/register-lyceum-metrics.ts';
import { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { serveMetrics } from '../../platform/observability/metrics/metrics-server.ts';
import { Scrape } from './scrape.ts';
import { TestSystem, type TestSystemOptions } from './test-system.ts';

/** A whole system that serves its metrics. */
export class MeteredSystem {
  readonly system: TestSystem;
  readonly #served: Awaited<ReturnType<typeof serveMetrics>>;

  private constructor(system: TestSystem, served: Awaited<ReturnType<typeof serveMetrics>>) {
    this.system = system;
    this.#served = served;
  }

  static async start(options: TestSystemOptions = {}): Promise<MeteredSystem> {
    // Its metrics count what one file does.
    const system = await TestSystem.start({ platform: 'own', ...options });
    const metrics = new Metrics(5_000);
    registerLyceumMetrics(metrics, system.lyceum);
    return new MeteredSystem(system, await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }));
  }

  /** `http://127.0.0.1:40123/metrics` */
  get url(): string {
    return this.#served.url.replace('localhost', '127.0.0.1');
  }

  scrape(): Promise<Scrape> {
    return Scrape.of(this.url);
  }

  /** By how much the series of a metric family grow during `work`. */
  async growth(family: string, happen: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await this.scrape();
    await happen();
    return (await this.scrape()).growthSince(before, family);
  }

  async stop(): Promise<void> {
    await this.#served.close();
    await this.system.stop();
  }
}
