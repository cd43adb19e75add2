import { instantKeyset } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { forgetInPage, noteForgotten } from '../store/forgotten-people.ts';

/** Has a page of an institution's requests forget a person. */
export const forgetPerson = command(RequestService.method.forgetPerson, {
  of: 'trace',
  async run(tx, { personTexts, page, institutionId, userId }) {
    const next = await forgetInPage(tx, { institutionId, keyset: instantKeyset(page), until: 'infinity' }, personTexts);
    if (next) return { response: { next } };
    noteForgotten(tx, { institutionId, userId });
    return { response: {} };
  },
});
