import { afterAll, expect, it } from 'vitest';
import { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { registerCertificateMetrics } from '../../platform/process/metrics/register-process-metrics.ts';
import { Authority } from '../support/calls/certificates.ts';
import { Scrape } from '../support/scrape.ts';

const DAY_SECONDS = 86_400;
const authority = new Authority('certificates');
afterAll(() => authority.remove());

async function endOf(config: Parameters<typeof registerCertificateMetrics>[2]): Promise<number | undefined> {
  const metrics = new Metrics(1_000);
  registerCertificateMetrics(metrics, 'locations', config);
  const scrape = Scrape.read(await metrics.scrape());
  return scrape.value('lyceum_tls_certificate_end_timestamp_seconds', { service: 'locations' });
}

it('a process says when the certificate ends that it has read; one without TLS says nothing', async () => {
  const [short, long] = [
    await endOf(authority.issue('locations', { days: 3 })),
    await endOf(authority.issue('locations', { days: 90 })),
  ];
  expect(Math.round(((long ?? 0) - (short ?? 0)) / DAY_SECONDS)).toBe(87);
  expect(await endOf({})).toBeUndefined();
});
