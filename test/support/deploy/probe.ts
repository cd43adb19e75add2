import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials } from '@grpc/grpc-js';
import { Health, HealthCheckResponse_ServingStatus as State } from '../../../proto/gen/grpc/health/v1/health_pb.ts';
import type { Probe } from './kubernetes.ts';

const { check } = Health.method;

/**
 * Runs a probe as a kubelet does.
 * @param portOf maps a port of the container to one on this machine
 */
export async function probe({ grpc, httpGet }: Probe, portOf: (port: number | string) => number): Promise<boolean> {
  if (grpc) return checkGrpc(portOf(grpc.port), grpc.service ?? '');
  if (httpGet) return (await fetch(`http://127.0.0.1:${portOf(httpGet.port)}${httpGet.path}`)).status === 200;
  throw new Error('the probe asks nothing');
}

/** A plain unary call without TLS, as kubelets make it. */
function checkGrpc(port: number, service: string): Promise<boolean> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const { promise, resolve } = Promise.withResolvers<boolean>();
  client.makeUnaryRequest(
    `/${Health.typeName}/Check`,
    () => Buffer.from(toBinary(check.input, create(check.input, { service }))),
    (answer: Buffer) => fromBinary(check.output, answer),
    null,
    { deadline: Date.now() + 5_000 },
    (error, answer) => resolve(error === null && answer?.status === State.SERVING),
  );
  return promise.finally(() => client.close());
}
