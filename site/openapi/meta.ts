/** The parts of the envelope that are the same in every answer. */

export const EXAMPLE_REQUEST_ID = '7b0a3f0e-9c57-4d2b-9b0c-2f6f1f4f8f11';

export const metaExample = { requestId: EXAMPLE_REQUEST_ID, timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' };

export const metaSchema = {
  type: 'object',
  required: ['requestId', 'timestamp', 'version'],
  properties: {
    requestId: { type: 'string', description: 'The id of the request. In a replay: the id of the first request.' },
    timestamp: {
      type: 'string',
      format: 'date-time',
      description: 'When the response was made. In a replay: when the first response was made.',
    },
    version: { type: 'string', const: 'v4', description: 'The API version, as in the path.' },
  },
};

/** The same for lists that have the filter `updatedSince`. */
export const changesMetaExample = { ...metaExample, nextUpdatedSince: '2026-10-05T07:57:59.000Z' };

export const changesMetaSchema = {
  ...metaSchema,
  required: [...metaSchema.required, 'nextUpdatedSince'],
  properties: {
    ...metaSchema.properties,
    nextUpdatedSince: {
      type: 'string',
      format: 'date-time',
      description:
        'The `updatedSince` of your next walk. It is the same on all pages of a walk. Every change that this walk does not have is in the next one, however late it becomes visible; some records come again.',
    },
  },
};

export const paginationSchema = {
  type: 'object',
  required: ['next_cursor', 'has_more', 'limit'],
  properties: {
    next_cursor: {
      type: ['string', 'null'],
      description: 'The `cursor` of the next page; opaque, and valid for 24 hours. Null on the last page.',
    },
    has_more: { type: 'boolean', description: 'False on the last page.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'The page size in effect.' },
  },
};

export const paginationExample = { next_cursor: null, has_more: false, limit: 50 };

/** The same for a feed (decisions 14). */
export const feedPaginationSchema = {
  ...paginationSchema,
  properties: {
    ...paginationSchema.properties,
    next_cursor: {
      type: 'string',
      description:
        'The `cursor` for the events that follow, now or later; opaque. It is valid as long as the events after it are kept. Also present on the last page: store it and ask again.',
    },
  },
};

export const feedPaginationExample = { ...paginationExample, next_cursor: 'k1.W251bGwsIjQ3MTEiLCIiXQ.c2lnbmF0dXJl' };
