import { runServiceProcess } from '../chassis/process.ts';
import { scheduling } from './service.ts';

await runServiceProcess(scheduling, process.argv.slice(2));
