import type { Message, MessageInitShape } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { maskOf, resourceIn } from '../../platform/core/json-resource.ts';
import { UserSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { EndpointSchema } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';

type Fields<M extends Message> = Omit<MessageInitShape<GenMessage<M>>, '$typeName' | '$unknown'>;

/** A resource's fields in the JSON of a change; null clears. */
export type ResourceJson<M extends Message> = { readonly [K in keyof Fields<M>]?: Fields<M>[K] | null };

/**
 * Returns the function that turns the fields of a PATCH into what an Update request has of them.
 * @param name of the resource in the request
 */
export function changeMaker<Name extends string, M extends Message>(name: Name, schema: GenMessage<M>) {
  return (fields: ResourceJson<M>) => {
    const resource = { [name]: resourceIn(schema, fields) } as Record<Name, MessageInitShape<GenMessage<M>>>;
    return { ...resource, updateMask: maskOf(schema, fields) };
  };
}

export const endpointChange = changeMaker('endpoint', EndpointSchema);
export const userChange = changeMaker('user', UserSchema);
