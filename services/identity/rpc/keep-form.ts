import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { KeptFormService } from '../../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { openIdConfig } from '../config.ts';
import { hashSecret } from '../domain/secrets.ts';
import { sealValues } from '../sign-in/kept-values.ts';
import { formTokens } from '../sign-in/owner-token.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { findKept, writeKept } from '../store/kept-forms.ts';

/**
 * Keeps what a form held whose session had ended. A browser that has kept nothing of this administrator gets a new
 * token: what it has kept of somebody else can then no longer be found.
 */
export const keepForm = command(KeptFormService.method.keepForm, {
  async run(tx, { formToken, browserToken: known, address, typedValues }, { now, runtime }) {
    const { keys } = openIdConfig(runtime);
    const owner = formTokens.open(keys, formToken);
    if (!owner || !(await lockAdministrator(tx, owner, owner.userId))) return { response: {} };
    const before = { ...owner, browserHash: hashSecret(known), address: null, at: toInstantText(now) };
    const browserToken = (await findKept(tx, before)) ? known : runtime.ids.newSecret();
    const expiresAt = toInstantText(now + KEPT_MS);
    const sealed = sealValues(keys, typedValues);
    writeKept(tx, { ...owner, browserHash: hashSecret(browserToken), address, ...sealed, expiresAt });
    return { response: { browserToken } };
  },
});

const KEPT_MS = 30 * 60_000;
