import { runServiceProcess } from '../../platform/process/process.ts';
import { curricula } from './service.ts';

await runServiceProcess(curricula, process.argv.slice(2));
