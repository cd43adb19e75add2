import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { OperatorService } from '../../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { findOperator } from '../operators/operators.ts';

/** The operator with a token, ours or the OpenID provider's, with the signed identity that all services trust. */
export const authenticateOperator = query(
  OperatorService.method.authenticateOperator,
  async (db, { credential }, { runtime }) => {
    const operator = (await findOperator(db, credential)) ?? (await runtime.oidcOperators?.find(credential));
    if (!operator) return {};
    const { id, name } = operator;
    const token = await present(runtime.issuer, 'issuer').issue({ kind: 'operator', id, name });
    return { identity: { operatorId: id, name, token, servers: Object.fromEntries(runtime.placements.servers) } };
  },
);
