import type { Endpoint, EndpointHealth } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { badge } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { dateTime, type Present } from '../../components/time.ts';

/**
 * Whether events are sent to an endpoint, and whether it takes them.
 * @param health undefined while it cannot be read
 */
export function stateBadge({ isEnabled, disabledReason }: Endpoint, health: EndpointHealth | undefined): Html {
  if (!isEnabled) return disabledReason === undefined ? badge('plain', 'Disabled') : badge('bad', 'Switched off');
  return health?.failingSince === undefined ? badge('good', 'Enabled') : badge('bad', 'Failing');
}

/** The problem of an endpoint, and the possible remedy. */
export function warnings(endpoint: Endpoint, health: EndpointHealth | undefined, present: Present): Fragment {
  const { isEnabled, disabledReason } = endpoint;
  if (disabledReason !== undefined)
    return html`<p class="message bad">${REASONS[disabledReason] ?? 'Lyceum disabled this endpoint.'} Deliveries are pending. Once the receiver works again, enable the endpoint and replay the period that it missed.</p>`;
  if (!isEnabled)
    return html`<p class="message warn">Nothing is sent while the endpoint is disabled. Pending deliveries will be sent when you enable it. To send the events in between, replay them.</p>`;
  return html`${
    health?.failingSince !== undefined &&
    html`<p class="message bad"><span>Every attempt has failed since ${dateTime(health.failingSince, present)}. Lyceum keeps trying, and disables the endpoint after five days of failures.</span></p>`
  }${health?.isReplaying === true && html`<p class="message warn">A replay is running: its deliveries appear here step by step.</p>`}`;
}

const REASONS: Readonly<Record<string, string>> = {
  failures: 'Disabled after five days in which every attempt failed.',
  gone: 'Disabled because the receiver responded with 410 Gone, which means it no longer wants events.',
};
