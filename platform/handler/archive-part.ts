import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type {
  GetArchivePartRequestSchema,
  GetArchivePartResponseSchema,
  OrderArchivePartRequestSchema,
  OrderArchivePartResponseSchema,
  ReadArchiveChunkRequestSchema,
  ReadArchiveChunkResponseSchema,
} from '../../proto/gen/lyceum/common/v1/archive_pb.ts';
import { toInstantText } from '../core/instant.ts';
import { findPart, findPiece, orderPart } from '../data/archive/kept-parts.ts';
import { command } from './command.ts';
import { type Implementation, implement } from './implement.ts';
import { query } from './query.ts';

/** The contract of each service about its parts of archives. */
interface ArchivePartContract extends DescService {
  readonly method: {
    readonly orderArchivePart: DescMethodUnary<
      typeof OrderArchivePartRequestSchema,
      typeof OrderArchivePartResponseSchema
    >;
    readonly getArchivePart: DescMethodUnary<typeof GetArchivePartRequestSchema, typeof GetArchivePartResponseSchema>;
    readonly readArchiveChunk: DescMethodUnary<
      typeof ReadArchiveChunkRequestSchema,
      typeof ReadArchiveChunkResponseSchema
    >;
  };
}

/** The RPCs with which administrators order a service's part of an archive, and read it. */
export function archivePart(service: ArchivePartContract): Implementation {
  const { method } = service;
  return implement(service, {
    orderArchivePart: command(method.orderArchivePart, {
      async run(tx, { archiveId, expiresAt }, { actor: { institutionId } }) {
        orderPart(tx, { institutionId, archiveId, expiresAt });
        return { response: {} };
      },
    }),
    getArchivePart: query(method.getArchivePart, async (db, { archiveId }, { actor: { institutionId }, now }) => {
      const part = await findPart(db, { institutionId, archiveId, at: toInstantText(now) });
      return part ? { part: JSON.stringify(part) } : {};
    }),
    readArchiveChunk: query(
      method.readArchiveChunk,
      async (db, { archiveId, member, position }, { actor: { institutionId }, now }) => {
        const content = await findPiece(db, { institutionId, archiveId, member, position, at: toInstantText(now) });
        return content ? { content } : {};
      },
    ),
  });
}
