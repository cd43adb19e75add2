import { until } from '../../../../test/support/until.ts';
import type { Outage } from './outage.ts';

const greedyWriter: Outage = {
  name: 'a client that writes too much',
  alerts: ['LyceumWriteAllowanceSpent'],
  async begin({ load }) {
    await until('429', async () => (await load.createLogs(1, 0)).includes(429), 60_000);
    return async () => undefined;
  },
};

const refusingReceivers: Outage = {
  name: 'receivers that refuse everything',
  alerts: ['LyceumWebhooksFail'],
  async begin({ receiver }) {
    const { answer } = receiver;
    receiver.answer = (response) => {
      receiver.requests.length = 0;
      response.writeHead(503).end();
    };
    return async () => {
      receiver.answer = answer;
    };
  },
};

export const clientOutages = [greedyWriter, refusingReceivers];
