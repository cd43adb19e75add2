import { create } from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import { ConnectError } from '@connectrpc/connect';
import { type Failure, FailureSchema } from '../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';

/** Converts a failed call's status, with its details, to a frame. */
export function toFailure(error: ConnectError): Failure {
  return create(FailureSchema, {
    code: error.code,
    message: error.rawMessage,
    details: error.details.map((detail) =>
      'desc' in detail
        ? anyPack(detail.desc, create(detail.desc, detail.value))
        : { typeUrl: `type.googleapis.com/${detail.type}`, value: detail.value },
    ),
  });
}

/** The inverse of {@link toFailure}. */
export function fromFailure({ code, message, details }: Failure): ConnectError {
  const error = new ConnectError(message, code);
  error.details = details.map(({ typeUrl, value }) => ({ type: typeUrl.slice(typeUrl.lastIndexOf('/') + 1), value }));
  return error;
}
