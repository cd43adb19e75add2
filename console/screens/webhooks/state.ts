import type { Endpoint, EndpointHealth } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { badge } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { dateTime, type Present } from '../../components/time.ts';

/**
 * Whether events are sent to an endpoint, and whether it takes them.
 * @param health undefined while it cannot be read
 */
export function stateBadge({ isEnabled, disabledReason }: Endpoint, health: EndpointHealth | undefined): Html {
  if (!isEnabled)
    return disabledReason === undefined ? badge('plain', t.webhooks.disabled) : badge('bad', t.webhooks.switchedOff);
  return health?.failingSince === undefined ? badge('good', t.webhooks.enabled) : badge('bad', t.webhooks.failing);
}

/** The problem of an endpoint, and the possible remedy. */
export function warnings(endpoint: Endpoint, health: EndpointHealth | undefined, present: Present): Fragment {
  const { isEnabled, disabledReason } = endpoint;
  if (disabledReason !== undefined) return html`<p class="message bad">${disabledText(disabledReason)}</p>`;
  if (!isEnabled) return html`<p class="message warn">${t.webhooks.isDisabled}</p>`;
  return html`${
    health?.failingSince !== undefined &&
    html`<p class="message bad"><span>${t.webhooks.failingSince(dateTime(health.failingSince, present))}</span></p>`
  }${health?.isReplaying === true && html`<p class="message warn">${t.webhooks.replaying}</p>`}`;
}

function disabledText(reason: string): string {
  if (reason === 'failures') return t.webhooks.failedLong;
  return reason === 'gone' ? t.webhooks.gone : t.webhooks.disabledByLyceum;
}
