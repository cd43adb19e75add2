import { runServiceProcess } from '../../platform/process/process.ts';
import { webhooks } from './service.ts';

await runServiceProcess(webhooks, process.argv.slice(2));
