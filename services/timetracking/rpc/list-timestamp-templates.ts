import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { cutPage, type Keyset, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { TemplateService } from '../../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { getMember } from '../members/admit-member.ts';
import { listTemplates } from '../store/templates.ts';

/** GET /time-tracking/timestamp-templates (decisions 2.5): by position. */
export const listTimestampTemplates = query(
  TemplateService.method.listTimestampTemplates,
  async (db, { page, member }, { actor, call }) => {
    const keyset = positionKeyset(keysetOf(page, BEFORE_ALL));
    await getMember(member, call);
    const { rows, hasMore } = cutPage(await listTemplates(db, actor, keyset), keyset);
    return { templates: rows, hasMore };
  },
);

/** Positions start at 0. */
const BEFORE_ALL = '-1';

function positionKeyset(keyset: Keyset): Keyset {
  const position = Number(keyset.sort);
  if (Number.isInteger(position) && Math.abs(position) <= MAX_INT32) return { ...keyset, sort: String(position) };
  return refuseField('/page/after/sort', 'invalid_string', 'must be a position');
}

const MAX_INT32 = 2 ** 31 - 1;
