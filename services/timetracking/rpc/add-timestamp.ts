import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse, refuseField } from '../../../platform/core/errors/refusal.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { TimestampAddedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { addTimestamp as decide } from '../domain/add-timestamp.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { findTemplate } from '../store/templates.ts';
import { actOnOpen, punchOf, punchSteps } from './punch-command.ts';
import { timestampMessage } from './time-record-message.ts';

/** POST /time-tracking/timestamps (decisions 10.4, 10.5). */
export const addTimestamp = command(SessionService.method.addTimestamp, {
  ...punchSteps,
  async admit(request, context) {
    if (request.templateId === undefined && request.label === undefined) refuse('REQUEST_INVALID', NEITHER);
    return punchSteps.admit(request, context);
  },
  async run(tx, request, context) {
    const punch = punchOf(request, context);
    const timestamp = {
      id: context.newId(),
      templateId: request.templateId ?? null,
      label: await labelOf(tx, context.actor, request),
      time: punch.at,
    };
    const add = (open: TimeRecord | null) => decide(open, punch, timestamp);
    return actOnOpen(tx, context, punch, add, ({ next: { id: sessionId, userId } }) => ({
      response: { timestamp: timestampMessage(timestamp), sessionId },
      events: [resourceEvent(TimestampAddedSchema, timestamp.id, { aggregateId: userId })],
    }));
  },
});

/** The label from the request, else the template's; an unknown template is refused either way. */
async function labelOf(
  tx: Tx,
  actor: TenantActor,
  { templateId, label }: { readonly templateId?: string | undefined; readonly label?: string | undefined },
): Promise<string> {
  if (templateId === undefined) return label ?? '';
  const template = await findTemplate(tx, actor, templateId);
  if (!template) refuseField('/templateId', 'invalid_reference', 'must be the id of a timestamp template');
  return label ?? template.label;
}

const NEITHER = {
  violations: [{ pointer: '/templateId', code: 'required', message: 'is required unless label is given' }],
} as const;
