import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type { Table } from '../../libraries/typed-sql/index.ts';
import type {
  DescribePersonRequestSchema,
  DescribePersonResponseSchema,
} from '../../proto/gen/lyceum/common/v1/person_part_pb.ts';
import { personReads } from '../data/erasure/person-reads.ts';
import { type Implementation, implement } from './implement.ts';
import { query } from './query.ts';

/** The contract of each service that stores something of people. */
interface PersonPartContract extends DescService {
  readonly method: {
    readonly describePerson: DescMethodUnary<typeof DescribePersonRequestSchema, typeof DescribePersonResponseSchema>;
  };
}

/** The RPC with which a service says what its tables hold of a person. */
export function personPart(service: PersonPartContract, tables: readonly Table[]): Implementation {
  const read = personReads(tables);
  return implement(service, {
    describePerson: query(
      service.method.describePerson,
      async (db, { userId, texts, after }, { actor: { institutionId } }) => {
        const place = after ? { table: after.sort, id: after.id } : null;
        const part = await read(db, { institutionId, userId, texts }, place);
        return {
          tables: part.tables.map(({ rows, says, ...of }) => ({ ...of, rows: BigInt(rows), says: [...says] })),
          mentions: [...part.mentions],
          ...(part.next && { next: { sort: part.next.table, id: part.next.id } }),
        };
      },
    ),
  });
}
