import type { Message, MessageInitShape } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';

type Fields<M extends Message> = Omit<MessageInitShape<GenMessage<M>>, '$typeName' | '$unknown'>;

/** A resource's fields in the JSON of a change; null clears. */
export type ResourceJson<M extends Message> = { readonly [K in keyof Fields<M>]?: Fields<M>[K] | null };
