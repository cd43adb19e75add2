import { describe, expect, it } from 'vitest';
import { settings } from '../../../cli/settings.ts';
import { tooManyRequests } from '../../../gateway/admission/admission-problems.ts';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { openapiDocument } from '../../../site/openapi/document.ts';
import { readGuides } from './guide.ts';

/** Names in the guides that the document does not have: of the previous version, of clients, of tools, and parts. */
const OTHERS = [
  ...['roomIds', 'pageSize', 'operationId', 'retryAfterMs', 'lyceum', 'baseUrl', 'dryRun', 'dry_run'],
  ...['change', 'resource', 'path'],
  ...['find_people', 'find_courses', 'find_rooms', 'list_appointments', 'changes_since', 'explain_request'],
  ...['search_guides', 'plan_write', 'confirm_write'],
  // Tables and columns of a copy.
  ...['user_group_members', 'hours_by_day', 'user_group_id', 'user_id', 'is_archived'],
  ...['worked_minutes', 'pause_minutes', 'auto_closed'],
  // Attributes of the audit's logs, behind `lyceum.`.
  ...['operation', 'outcome', 'request_id'],
  // Columns of the console's exports.
  ...['personId', 'utcOffset', 'endUtcOffset', 'workedSeconds', 'pauseSeconds'],
];
const described = JSON.stringify(openapiDocument(endpoints));
const names = new Set([
  ...OTHERS,
  ...settings.map(({ key }) => key),
  ...Object.values(feedTypes).map(({ type }) => type),
  ...['content-type', 'content-length', 'authorization'],
]);
collect(JSON.parse(described));
const guides = readGuides();

/** Collects properties, parameters, headers, values of enumerations, and what descriptions name. */
// biome-ignore lint/suspicious/noExplicitAny: the document is untyped JSON.
function collect(value: any): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, headers = {}, description = '', enum: values = [], const: constant, name } = value;
  for (const each of Object.keys(properties)) names.add(each);
  for (const each of Object.keys(headers)) names.add(each.toLowerCase());
  for (const each of [constant, ...(Array.isArray(values) ? values : [])]) names.add(String(each));
  for (const [, each = ''] of String(description).matchAll(/`([^`]+)`/g)) names.add(each);
  if (typeof value.in === 'string') names.add(value.in === 'header' ? name.toLowerCase() : name);
  for (const nested of Object.values(value)) collect(nested);
}

/** `snake_case`, `camelCase`, `user.created`, but no file. */
const NAME = /^(?!.*\.(ts|py|jsonl?)$)([a-z]+(_[a-z]+)+|[a-z]+([A-Z][a-z]*)+|[a-z_]+\.[a-z_]+)$/;
const HEADER = /^[A-Z][a-z]*(-[A-Z][a-z]*)+$/;
const REQUEST = /^(GET|POST|PATCH|DELETE) (?:\/dry-run)?(\/[^?\s]*)(?:\?(\S*))?$/;

/** Whether a text in backquotes is a name or a request of the API, or neither. */
function isKnown(quoted: string): boolean {
  const [, method, path = '', query = ''] = REQUEST.exec(quoted) ?? [];
  if (method !== undefined) {
    const patternOf = (template: string) => RegExp.escape(template).replaceAll(/\\\{\w+\\\}/g, '[^/]+');
    const isThere = endpoints.some(
      (each) => each.method === method && new RegExp(`^${patternOf(each.path)}$`).test(path),
    );
    return isThere && query.split('&').every((each) => each === '' || names.has(each.split('=')[0] ?? ''));
  }
  if (HEADER.test(quoted)) return names.has(quoted.toLowerCase());
  return !NAME.test(quoted) || names.has(quoted) || quoted.split('.').every((each) => names.has(each));
}

/** What a guide quotes in its prose: its requests are run (guides.test.ts). */
const unknownIn = (text: string) =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((each) => !isKnown(each));

// The guide to directory syncs is about another interface, whose names are those of SCIM.
it.each(guides.filter(({ slug }) => slug !== 'directory-sync'))('$slug uses names of the API', ({ text }) => {
  expect(unknownIn(text)).toEqual([]);
});

it.each(['`GET /user`', '`GET /users?nickname=`', '`X-Tenant`', '`not_a_code`', '`nickName`', '`user.renamed`'])(
  '%s is none',
  (text) => {
    expect(unknownIn(text)).toHaveLength(1);
  },
);

describe('errors', () => {
  const text = guides.find(({ slug }) => slug === 'errors')?.text ?? '';
  const sections = new Map(text.split(/^## /m).map((section) => [/^`(\w+)`\n/.exec(section)?.[1] ?? '', section]));

  it.each(Object.entries(problemCodes))(
    'has %s with its cause, its remedy and an example',
    (code, { statuses, meaning, remedy }) => {
      const section = sections.get(code) ?? '';
      expect(section).toContain(`Status ${statuses.join(', ')}. ${meaning}\n\n**What to do:** ${remedy}\n\n`);
      expect(section).toContain(`"code": "${code}"`);
      expect(section).toContain(`"title": "${problemCodes[code as keyof typeof problemCodes].title}"`);
    },
  );

  it('have no other code', () => {
    expect([...sections.keys()].filter((code) => code !== '').sort()).toEqual(Object.keys(problemCodes).sort());
  });
});

it('nearly every example is run', () => {
  const reasons = guides.flatMap(({ slug, blocks }) => blocks.flatMap(({ reason }) => (reason === null ? [] : [slug])));
  const counts = Object.groupBy(reasons, (slug) => slug);
  expect(Object.fromEntries(Object.entries(counts).map(([slug, all]) => [slug, all?.length]))).toEqual({
    agents: 3,
    'audit-to-a-siem': 3,
    'badge-terminal': 1,
    copy: 4,
    dbt: 1,
    duckdb: 3,
    errors: 5,
    'excel-and-power-bi': 2,
    'hr-without-code': 1,
    'lists-and-sync': 1,
    payroll: 1,
    'people-from-a-spreadsheet': 1,
    'quick-start': 4,
    webhooks: 3,
    'your-data': 1,
  });
});

it('responses that are not run match the API', () => {
  const window = {
    allowed: false,
    limit: 1000,
    windowSeconds: 60,
    remaining: 0,
    resetSeconds: 12,
    retryAfterSeconds: 12,
  };
  const { message: tooMany } = tooManyRequests(window);
  const shown = guides.flatMap(({ blocks }) =>
    blocks.filter(({ language, reason, text }) => language === 'json' && reason && text.includes('"detail"')),
  );
  const details = shown.map(({ text }) => /"detail": "(.*)"/.exec(text)?.[1] ?? text);
  expect(details).toHaveLength(5);
  expect(details.filter((each) => each !== tooMany && !described.includes(`"detail":"${each}"`))).toEqual([]);
});
