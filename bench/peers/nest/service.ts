import './compile.ts';
import { NestFactory } from '@nestjs/core';
import { serveBench } from '../../targets/target.ts';
import { grpcOptions } from './grpc-options.ts';

const { ServiceModule } = await import('./service-module.ts');
const app = await NestFactory.createMicroservice(ServiceModule, { ...grpcOptions, logger: ['error', 'warn'] });
await app.listen();
serveBench(0);
