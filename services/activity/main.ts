import { runServiceProcess } from '../../platform/process/process.ts';
import { activity } from './service.ts';

await runServiceProcess(activity, process.argv.slice(2));
