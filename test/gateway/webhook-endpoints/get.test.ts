import { afterAll } from 'vitest';
import { describeRead } from '../../support/describe-read.ts';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint } from '../../support/test-webhooks.ts';

const FIELDS = ['id', 'url', 'description', 'types', 'isEnabled', 'disabledReason', 'createdAt', 'updatedAt'];

const system = await TestSystem.start();
const [{ client }, { client: stranger }] = await Promise.all([system.newInstitution(), system.newInstitution()]);
const [{ data: own }, { data: foreign }] = [await createdEndpoint(client), await createdEndpoint(stranger)];
const subject = { client, id: own.id, foreignId: foreign.id };
afterAll(() => system.stop());

// The secret is in no read.
describeRead('/webhook-endpoints', FIELDS, () => subject);
