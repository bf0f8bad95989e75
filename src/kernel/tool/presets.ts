/** Presets: a few tools and instructions for using them together. Each is a JSON file named after the preset's ID. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

const TOOLS_MAX = 10;
const STEPS_MAX = 3;

const stepSchema = z.strictObject({
  tool: z.string(),
  /** `{message}` in a text stands for what was said. */
  input: z.record(z.string(), z.unknown()).default({}),
  /** Fields that earlier steps fill in: which, counted from 0, and where in its output. */
  from: z.record(z.string(), z.object({ step: z.number().int().min(0), path: z.string() })).optional(),
});

const fileSchema = z.strictObject({
  name: z.string().min(1).max(60),
  /** What it is good for, in one sentence. */
  description: z.string().min(1).max(200),
  tools: z.array(z.string()).min(1).max(TOOLS_MAX),
  /** How to work with the tools: told to a model as it stands. */
  usage: z.string().min(1).max(1_000),
  /** What the concierge does when a message asks for no more than the first of them. Default: what the message asks for. */
  steps: z.array(stepSchema).min(1).max(STEPS_MAX).optional(),
});

export interface Preset extends z.output<typeof fileSchema> {
  id: string;
}

/** Parts of the registry against which a preset is checked. */
interface KnownTools {
  get(
    name: string,
  ): { name: string; toolset: { layer: number | null }; definition: { input: { shape: object } } } | undefined;
  nearest(name: string, count: number): string[];
}

/** In order of their ids. Throws an error whose message is one sentence about the first file that is wrong. */
export async function loadPresets(folder: string, registry: KnownTools): Promise<Preset[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return names.map((name, index) => parsePreset(name, texts[index] ?? '', registry));
}

function parsePreset(name: string, text: string, registry: KnownTools): Preset {
  const id = basename(name, '.json');
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(id)) throw new Error(`The preset ${name} needs a name of a-z, 0-9 and hyphens.`);
  const { data, error } = fileSchema.safeParse(parseJson(name, text));
  if (!data) {
    const { path = [], message = '' } = error.issues[0] ?? {};
    throw new Error(`The preset ${name} is not valid${path.length > 0 ? ` at ${path.join('.')}` : ''}: ${message}.`);
  }
  for (const [index, tool] of data.tools.entries()) {
    const registeredTool = registry.get(tool);
    if (registeredTool?.name !== tool) {
      throw new Error(
        `The preset ${name} names the tool ${tool}, which does not exist; near: ${formatNearest(tool, registry)}.`,
      );
    }
    if (registeredTool.toolset.layer !== 1 && registeredTool.toolset.layer !== 2) {
      throw new Error(`The preset ${name} names ${tool}, which is not part of the priced catalogue.`);
    }
    if (data.tools.indexOf(tool) !== index) throw new Error(`The preset ${name} names the tool ${tool} twice.`);
  }
  for (const [index, one] of (data.steps ?? []).entries())
    assertStep({ name, tools: data.tools }, index, one, registry);
  return { id, ...data };
}

function assertStep(
  { name, tools }: { name: string; tools: readonly string[] },
  index: number,
  { tool, input, from = {} }: z.output<typeof stepSchema>,
  registry: KnownTools,
): void {
  const where = `The preset ${name} is not valid at steps.${index}`;
  if (!tools.includes(tool)) throw new Error(`${where}: ${tool} is not one of its tools.`);
  const shape = registry.get(tool)?.definition.input.shape ?? {};
  const unknown = [...Object.keys(input), ...Object.keys(from)].find((field) => !Object.hasOwn(shape, field));
  if (unknown !== undefined) throw new Error(`${where}: ${tool} has no field ${unknown}.`);
  if (Object.values(from).some((source) => source.step >= index)) {
    throw new Error(`${where}: it takes a field from a step that is not before it.`);
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The preset ${name} is not valid JSON.`);
  }
}

const formatNearest = (tool: string, registry: KnownTools): string => registry.nearest(tool, 3).join(', ') || 'none';
