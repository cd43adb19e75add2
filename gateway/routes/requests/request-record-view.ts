import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { RequestRecordView } from '../../schema/request.ts';

/** The record of a request as the API shows it. */
export function requestRecordView(request: Request): RequestRecordView {
  return {
    ...asView<Omit<RequestRecordView, 'errors' | 'access' | 'areas'>, Request>(request),
    errors: request.errors === undefined ? null : (JSON.parse(request.errors) as RequestRecordView['errors']),
    access: (request.access ?? null) as RequestRecordView['access'],
    areas: request.areas.length === 0 ? null : (request.areas as NonNullable<RequestRecordView['areas']>),
  };
}
