import type { DescMessage, DescMethodUnary, DescService, MessageInitShape } from '@bufbuild/protobuf';
import type { RecordOf, SectionName } from '../bundle/bundle.ts';
import type { ImportedIds } from '../imported-ids.ts';

/** How a section of a bundle is sent to its service. */
export interface Importer<S extends SectionName = SectionName> {
  readonly section: S;
  /** The gRPC service that receives it. */
  readonly service: DescService;
  /** The requests of a batch, in order. */
  requests(batch: RecordOf<S>[], way: Way): ImportRequest[];
  /** The weight of a record: 1, plus 1 for each nested item whose number grows with the institution. 1 by default. */
  weigh?(record: RecordOf<S>): number;
  /** The bundle's names of fields that have another name in the service. */
  readonly names?: Readonly<Record<string, string>>;
}

export interface Way {
  /** The index of the batch's first record in its section. */
  readonly start: number;
  /** The ids of records imported before. */
  readonly ids: ImportedIds;
}

/** A call of one of the import's RPCs. */
export interface ImportRequest {
  readonly method: DescMethodUnary;
  readonly request: Readonly<Record<string, unknown>>;
  /** Pointer to a record of the request in the batch: `/records/3/versions/0`; by default the record with the same index. */
  pointerInBatch?(index: number): string;
}

/** A call of one of the import's RPCs with a request of its own type. */
export function importRequest<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): ImportRequest {
  return { method, request: request as ImportRequest['request'] };
}
