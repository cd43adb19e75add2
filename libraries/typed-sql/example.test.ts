import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { declaringTables, findBy, insertRow, instant, integer, plainText, sqlStatement, text, uuid } from './index.ts';

/** What all tables of the database have in common. */
const table = declaringTables({
  tenant: 'shopId',
  auditLog: {
    table: 'audit_log',
    author: [
      ['recorded_at', 'timestamptz'],
      ['actor', 'text'],
    ],
  },
  words: { name: 'what somebody is called', text: 'free text, in which somebody may be named' },
});

const articles = table('articles', {
  audited: { resource: 'article' },
  columns: {
    shopId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    name: plainText().says('nothing').check('char_length(name) > 0'),
    note: text().says('text').nullable(),
    revision: uuid().says('nothing'),
    updatedAt: instant().says('nothing'),
  },
  primaryKey: ['shopId', 'id'],
  whose: 'nobody',
  unique: { articles_name: ['shopId', 'name'] },
  indexes: { articles_by_change: { on: ['shopId', 'updatedAt'], include: ['name', 'id'] } },
});

/** Also writes the audit record. */
const INSERT = insertRow(articles);
/** Concurrent calls share a statement. */
const BY_ID = findBy(articles, ['shopId', 'id'], ['name', 'note']);
const COUNT_CHANGED = sqlStatement(articles, 'count_changed', {
  parameters: { shopId: uuid(), since: instant() },
  result: { changed: integer() },
  text: ($) =>
    `SELECT count(*)::integer AS changed FROM articles WHERE shop_id = ${$.shopId} AND updated_at >= ${$.since}`,
});

it('the example of the README is this one', () => {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(`${import.meta.dirname}/README.md`, 'utf8')) ?? [];
  expect(readFileSync(import.meta.filename, 'utf8')).toContain(example.slice(example.indexOf('/**')).trim());
});

it('its statements follow the conventions of its tables', () => {
  expect([INSERT, BY_ID, COUNT_CHANGED].map(({ text: sql }) => sql.replaceAll(/\s+/g, ' '))).toEqual([
    'WITH changed AS (INSERT INTO articles (shop_id, id, name, note, revision, updated_at) VALUES ($1, $2, $3, $4, $5, $6) ' +
      'RETURNING articles.shop_id AS shop_id, articles.id, NULL::uuid AS before, articles.revision AS after) ' +
      'INSERT INTO audit_log (shop_id, resource, resource_id, version_before, version_after, recorded_at, actor) ' +
      "SELECT changed.shop_id, 'article', changed.id, changed.before, changed.after, $7::timestamptz, $8::text FROM changed",
    'SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(shop_id, id, n) ' +
      'CROSS JOIN LATERAL (SELECT t.name, t.note FROM articles t WHERE t.shop_id = k.shop_id AND t.id = k.id LIMIT 1) AS found',
    'SELECT count(*)::integer AS changed FROM articles WHERE shop_id = $1 AND updated_at >= $2',
  ]);
});
