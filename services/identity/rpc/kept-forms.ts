import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { KeptFormService } from '../../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { openIdConfig } from '../config.ts';
import { hashSecret } from '../domain/secrets.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { openValues, sealValues } from '../sign-in/encrypted-values.ts';
import { browserOf, formTokens } from '../sign-in/owner-token.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { deleteKept, findKept, writeKept } from '../store/kept-forms.ts';

/** Keeps the values of a form whose session had ended, for the browser in which it was shown. */
export const keepForm = command(KeptFormService.method.keepForm, {
  of: 'trace',
  async run(tx, { formToken, browserToken, address, typedValues }, { now, runtime }) {
    const { keys } = openIdConfig(runtime);
    const owner = formTokens.open(keys, formToken);
    if (browserToken === '' || owner?.browser !== browserOf(browserToken)) return { response: {} };
    const { institutionId, userId } = owner;
    if (!(await lockAdministrator(tx, owner, userId))) return { response: {} };
    const expiresAt = toInstantText(now + KEPT_MS);
    const of = { institutionId, userId, browserHash: hashSecret(browserToken) };
    writeKept(tx, { ...of, address, ...sealValues(keys, typedValues), expiresAt });
    return { response: { browserToken } };
  },
});

const KEPT_MS = 30 * 60_000;

/** A form of the caller that is kept for a browser. */
export const findKeptForm = query(
  KeptFormService.method.findKeptForm,
  async (db, { browserToken, address = null }, { actor, now, runtime }) => {
    const { institutionId, userId } = administratorOf(actor);
    const found = await findKept(db, {
      institutionId,
      userId,
      browserHash: hashSecret(browserToken),
      address,
      at: toInstantText(now),
    });
    const typedValues = found && openValues(openIdConfig(runtime).keys, found);
    return typedValues ? { form: { address: found.address, typedValues } } : {};
  },
);

/** Drops a form of the caller. */
export const dropKeptForm = command(KeptFormService.method.dropKeptForm, {
  of: 'trace',
  async run(tx, { browserToken, address }, { actor }) {
    const { institutionId, userId } = administratorOf(actor);
    deleteKept(tx, { institutionId, userId, browserHash: hashSecret(browserToken), address });
    return { response: {} };
  },
});
