import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

const named = { service: 'probe', query: 'test' };

/** Metrics with the result of a query; returns it, and the number of failures, as scrapes show them. */
function scraper(
  run: () => Promise<boolean>,
  { otherwise, timeoutMs = 60_000 }: { otherwise?: boolean; timeoutMs?: number },
) {
  const metrics = new Metrics(timeoutMs);
  const query = metrics.addQuery({ ...named, run, ...(otherwise === undefined ? {} : { otherwise }) });
  metrics.collectAnswer('lyceum_ready', query, (gauge, answer) => gauge.set({ service: 'probe' }, Number(answer)));
  const read = (text: string, name: string) => new RegExp(`^${name}\\{.*\\} (\\d)$`, 'm').exec(text)?.[1];
  return async () => {
    const text = await metrics.scrape();
    return [read(text, 'lyceum_ready'), read(text, 'lyceum_scrape_errors_total')];
  };
}

it('a query runs once at a time, and one that is late is there for a later scrape', async () => {
  let runs = 0;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const scrape = scraper(
    () => {
      runs++;
      return promise;
    },
    { timeoutMs: 20 },
  );
  expect([await scrape(), await scrape(), runs]).toEqual([[undefined, '1'], [undefined, '2'], 1]);
  const last = scrape();
  setImmediate(() => resolve(true));
  expect([await last, runs]).toEqual([['1', '2'], 1]);
});

it('a query runs again after a failure, which leaves no result', async () => {
  const answers = [async () => true, () => Promise.reject(new Error('away')), async () => false];
  const scrape = scraper(() => (answers.shift() as () => Promise<boolean>)(), {});
  const seen = [await scrape(), await scrape(), await scrape()];
  expect(seen).toEqual([
    ['1', '0'],
    [undefined, '1'],
    ['0', '1'],
  ]);
});

it('a query without a result has its fallback', async () => {
  const scrape = scraper(() => Promise.reject(new Error('away')), { otherwise: false });
  expect(await scrape()).toEqual(['0', '1']);
});
