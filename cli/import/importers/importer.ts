import type { DescMessage, DescMethodUnary, DescService, MessageInitShape } from '@bufbuild/protobuf';
import type { RecordOf, SectionName } from '../bundle/bundle.ts';
import type { ImportedIds } from '../imported-ids.ts';

/** How a section of a bundle reaches its service. */
export interface Importer<S extends SectionName = SectionName> {
  readonly section: S;
  /** The contract that takes it. */
  readonly service: DescService;
  /** What a batch is sent as, in order. */
  requests(batch: RecordOf<S>[], way: Way): ImportRequest[];
  /** How large a record is: 1, and one more for everything in it that grows with the institution. 1 by default. */
  weigh?(record: RecordOf<S>): number;
  /** The bundle's names of fields that the service calls otherwise. */
  readonly names?: Readonly<Record<string, string>>;
}

export interface Way {
  /** The index of the batch's first record in its section. */
  readonly start: number;
  /** The ids of what was imported before. */
  readonly ids: ImportedIds;
}

/** A call of one of the import's RPCs. */
export interface ImportRequest {
  readonly method: DescMethodUnary;
  readonly request: Readonly<Record<string, unknown>>;
  /** Where a record of the request is in the batch: `/records/3/versions/0`; the record of the same number unless given. */
  pointerInBatch?(index: number): string;
}

/** A call of one of the import's RPCs with a request of its own type. */
export function importRequest<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): ImportRequest {
  return { method, request: request as ImportRequest['request'] };
}
