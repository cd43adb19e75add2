import { Type } from 'typebox';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { RequestRecord, requestRecordExample } from '../../schema/request.ts';
import { Instant } from '../../schema/types.ts';
import { requestRecordView } from './request-record-view.ts';

export const listRequests = listEndpoint({
  path: '/requests',
  operationId: 'listRequests',
  tag: 'Activity',
  service: 'activity',
  summary: 'List the records of requests',
  description:
    'The requests of your own integration, the latest first. If few of very many requests match the filters, a page may have fewer than `limit`, or none: continue while there is a `next_cursor`.',
  isExtension: true,
  filters: Type.Object({
    status: Type.Optional(
      Type.String({
        description: 'Only this status, or these: `404`, `4xx`.',
        pattern: '^[1-5]([0-9]{2}|xx)$',
        examples: ['4xx'],
      }),
    ),
    method: Type.Optional(
      Type.String({ description: 'Only this method.', pattern: '^[A-Z]{1,16}$', examples: ['POST'] }),
    ),
    route: Type.Optional(
      Type.String({
        description: 'Only requests to this path of the document, such as `/api/v4/users/{id}`.',
        maxLength: 1000,
        examples: ['/api/v4/users'],
      }),
    ),
    from: Type.Optional(Instant('Only requests that arrived at this instant or later.')),
    to: Type.Optional(Instant('Only requests that arrived before this instant.')),
  }),
  item: RequestRecord,
  example: requestRecordExample,
  async run({ filters: { status, ...filters }, page, call }) {
    const { requests, hasMore, end } = await call(RequestService.method.listRequests, {
      ...filters,
      page,
      ...(status === undefined ? {} : boundsOf(status)),
    });
    return {
      items: requests.map(requestRecordView),
      hasMore,
      ends: requests.map(({ time, id }) => ({ sort: time, id })),
      end,
    };
  },
});

/** `404` is from 404 to 404, `4xx` from 400 to 499. */
function boundsOf(status: string): { statusFrom: number; statusTo: number } {
  return { statusFrom: Number(status.replace('xx', '00')), statusTo: Number(status.replace('xx', '99')) };
}
