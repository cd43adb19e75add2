import { present } from '../../../platform/core/present.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { RequestRecord, requestRecordExample } from '../../schema/request.ts';
import { requestRecordView } from './request-record-view.ts';

export const getRequest = readEndpoint({
  path: '/requests/{requestId}',
  operationId: 'getRequest',
  tag: 'Activity',
  service: 'activity',
  summary: 'Get the record of a request',
  description:
    'One of the requests of your own integration, within two seconds of its answer, and for 15 days unless your installation sets another period.',
  isExtension: true,
  data: RequestRecord,
  example: requestRecordExample,
  async run({ params, call }) {
    const { request } = await call(RequestService.method.getRequest, { requestId: params.requestId ?? '' });
    return { data: requestRecordView(present(request, 'request')) };
  },
});
