import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { services } from '../../../deploy/installation/services.ts';
import { createLogger } from '../../../platform/observability/log.ts';
import { everythingIn } from '../../support/everything-in.ts';
import { MeteredSystem } from '../../support/metered-system.ts';
import { OtlpReceiver } from '../../support/otlp/otlp-receiver.ts';
import { tracingTo } from '../../support/otlp/tracing-to.ts';
import { query } from '../../support/postgres/query.ts';
import { LogLines } from '../../support/process/log-lines.ts';
import { newCalendarFeed, readFeed } from '../../support/test-calendar-feeds.ts';
import { importCourses } from '../../support/test-directory.ts';
import { until } from '../../support/until.ts';

describe('GET /calendars/{token}.ics: 200', () => {
  it('the token of a feed is in no log, trace, metric, table or error', async () => {
    const destination = new LogLines();
    const log = createLogger({ name: 'test', level: 'trace', pretty: false, destination });
    const receiver = await OtlpReceiver.start();
    const tracing = await tracingTo(receiver.endpoint);
    const metered = await MeteredSystem.start({
      shape: 'one process',
      transport: 'mux',
      log,
      logRequests: true,
      tracing,
    });
    const { system } = metered;
    const institution = await system.newInstitution();
    const [course] = await importCourses(institution, [{}]);
    const feed = await newCalendarFeed(institution.client, { courseId: course?.id });
    const problems: string[] = [];
    const read = async (url: string, method?: string) => {
      const { status, text } = await readFeed(url, method ? { method } : {});
      if (status >= 400) problems.push(text);
      return status;
    };
    const { url, token } = feed;
    expect(await read(url)).toBe(200);
    expect(await read(url, 'HEAD')).toBe(200);
    // Unknown routes, unknown methods and undecodable paths are logged without the path.
    for (const odd of [`${url}x`, `${url}%zz`, `${url}/more`, url.replace('/calendars', ''), url.replace('.ics', '')])
      expect(await read(odd)).toBeGreaterThanOrEqual(400);
    expect(await read(url, 'POST')).toBe(401);
    // Failing services report the cause, and not the request.
    for (const table of ['calendar_feeds', 'appointment_links']) {
      const database = system.databases.url(table === 'calendar_feeds' ? 'identity' : 'scheduling');
      await query(database, `ALTER TABLE ${table} RENAME TO away`);
      system.clock.advance(60_000);
      const failed = await fetch(url);
      problems.push(await failed.text());
      expect(failed.status).toBe(500);
      await query(database, `ALTER TABLE away RENAME TO ${table}`);
    }
    await institution.client.send('DELETE', feed.path, { ifMatch: feed.etag });
    expect(await read(url)).toBe(404);

    const id = randomUUID();
    await fetch(url, { headers: { 'x-request-id': id } });
    await tracing.stop();
    await until('the last span', async () => receiver.ofRequest(id).length > 0);
    const scraped = await (await fetch(metered.url)).text();
    const stored = await Promise.all(services.map(({ name }) => everythingIn(system.databases.url(name))));
    const everything = [destination.text, receiver.bytes.toString('latin1'), scraped, ...stored, ...problems].join(
      '\n',
    );
    // The search covers the place where such data is stored.
    expect(destination.text).toContain(`"calendarFeedId":"${feed.data.id}"`);
    expect(destination.text).toContain('/api/v4/calendars/{token}.ics');
    expect(scraped).toContain('/api/v4/calendars/{token}.ics');
    expect(receiver.bytes.toString('latin1')).toContain('/api/v4/calendars/{token}.ics');
    expect(stored.join()).toContain(feed.data.id);
    for (const secret of [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64')])
      expect(everything).not.toContain(secret);
    await metered.stop();
    await receiver.stop();
  });
});
