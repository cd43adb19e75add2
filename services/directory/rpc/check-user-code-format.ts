import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { checkCodeFormat, hasCodeFormat } from '../domain/code-format.ts';
import { listCodes } from '../store/user-codes.ts';

/** A format as an administrator types it: on an example, and on the codes that users have. */
export const checkUserCodeFormat = query(
  InstitutionService.method.checkUserCodeFormat,
  async (db, { format, example, withStoredCodes }, { actor }) => {
    checkCodeFormat(format, '/format');
    const codes = withStoredCodes ? await listCodes(db, actor) : undefined;
    return {
      ...(example !== undefined && { exampleMatches: hasCodeFormat(example, format) }),
      ...(codes && { codes: codes.length, otherCodes: codes.filter((code) => !hasCodeFormat(code, format)).length }),
    };
  },
);
