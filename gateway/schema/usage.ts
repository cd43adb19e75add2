import { type Static, Type } from 'typebox';
import { Instant } from './types.ts';

const Count = (description: string, example: number) => Type.Integer({ description, minimum: 0, examples: [example] });
const Milliseconds = (description: string, example: number) =>
  Type.Number({ description, minimum: 0, examples: [example] });

/** The sums of the requests in an hour or a day. */
export const Usage = Type.Object(
  {
    start: Instant('When the hour or the day (UTC) begins.'),
    requests: Count('How many requests were recorded.', 1200),
    byStatus: Type.Object(
      {
        '2xx': Count('Those that succeeded.', 1150),
        '3xx': Count('Those of 304: you had the current representation.', 30),
        '4xx': Count('Those that were refused.', 20),
        '5xx': Count('Those that failed on our side.', 0),
      },
      { description: 'The same by status.' },
    ),
    rateLimited: Count('Those of 429.', 0),
    p50Ms: Milliseconds('Half of the requests took at most this many milliseconds, within a tenth.', 5.1),
    p95Ms: Milliseconds('95 of 100 requests took at most this many milliseconds, within a tenth.', 19.8),
    bytesIn: Count('The size of all bodies in bytes.', 25_000),
    bytesOut: Count('The size of all answers’ bodies in bytes.', 640_000),
    lost: Count(
      'How many more requests were answered, of which nothing was recorded because recording was not available for a while.',
      0,
    ),
  },
  { title: 'Usage' },
);
export type UsageView = Static<typeof Usage>;

export const usageExample: UsageView = {
  start: '2026-10-01T08:00:00.000Z',
  requests: 1200,
  byStatus: { '2xx': 1150, '3xx': 30, '4xx': 20, '5xx': 0 },
  rateLimited: 0,
  p50Ms: 5.1,
  p95Ms: 19.8,
  bytesIn: 25_000,
  bytesOut: 640_000,
  lost: 0,
};
