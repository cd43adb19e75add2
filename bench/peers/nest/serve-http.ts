import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { serveBench } from '../../targets/target.ts';

/** Serves a module on Fastify. */
export async function serveHttp(module: Type): Promise<void> {
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), {
    logger: ['error', 'warn'],
  });
  await app.listen(0, '127.0.0.1');
  serveBench((app.getHttpServer().address() as AddressInfo).port);
}
