/** Derives how fields are read from a tool's schema. */
import { z } from 'zod';
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import type { Faults, Loc } from './items.ts';
import { type Json, type JsonObject, toPlain } from './json.ts';
import { refineReader } from './refinements.ts';
import {
  type Bounds,
  createIntegerReader,
  createLiteralReader,
  createNumberReader,
  FAULTY,
  type Reader,
  readBoolean,
  readText,
} from './scalars.ts';

export interface Field {
  name: string;
  isRequired: boolean;
  read: Reader;
  /** A query may hold its elements one by one. */
  isList: boolean;
}

/** The fields that a tool declares, in their order; its own schema has the last word on each. */
export function listDeclaredFields(schema: JsonSchema, { shape }: z.ZodObject): Field[] {
  return listFields(schema).map((field) => {
    const declared = shape[field.name];
    if (!declared) return field;
    return { ...field, read: refineReader(isForgiving(declared) ? readAnything : field.read, declared) };
  });
}

/** Puts its own value in the place of one that does not fit. */
function isForgiving(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodCatch) return true;
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return isWrapped && isForgiving(schema.def.innerType);
}

/** The fields of an object, in the order of their declaration. */
function listFields(schema: JsonSchema): Field[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const createFieldReader = isClosed(schema) ? createStrictReader : createReader;
  return Object.entries(toObject(schema.properties)).map(([name, declared]) => {
    const field = toObject(declared);
    // What has a default need not be sent, whatever the schema of answers says.
    const isRequired = required.has(name) && !('default' in field);
    return { name, isRequired, isList: isList(field), read: createFieldReader(field) };
  });
}

/** An object that takes no other members: what keys, caps and grants are made of. */
export const isClosed = (schema: JsonSchema): boolean => schema.additionalProperties === false;

/** There `true` is no amount of 1. */
function createStrictReader(schema: JsonSchema): Reader {
  const readItem = createReader(schema);
  if (!listVariants(schema).some(({ type }) => type === 'number' || type === 'integer')) return readItem;
  return (value, loc, faults) => {
    if (typeof value !== 'boolean') return readItem(value, loc, faults);
    faults.add({ type: 'float_type', loc, message: 'Input should be a valid number', input: value });
    return FAULTY;
  };
}

/** Members that a closed object does not know; a misspelt limit would otherwise be none. */
export function refuseOthers(fields: readonly Field[], object: JsonObject, loc: Loc, faults: Faults): boolean {
  const names = new Set(fields.map(({ name }) => name));
  const others = [...object].filter(([name]) => !names.has(name));
  for (const [name, value] of others) {
    faults.add({
      type: 'extra_forbidden',
      loc: [...loc, name],
      message: 'Extra inputs are not permitted',
      input: value,
    });
  }
  return others.length > 0;
}

function createReader(schema: JsonSchema): Reader {
  const variants = listVariants(schema);
  const others = variants.filter(({ type }) => type !== 'null');
  const singleReader = createSingleReader(others);
  if (others.length === variants.length) return singleReader;
  return (value, loc, faults) => (value === null ? null : singleReader(value, loc, faults));
}

function createSingleReader(variants: readonly JsonSchema[]): Reader {
  const literals = variants.map(readLiterals);
  if (literals.length > 0 && literals.every((numbers) => numbers.length > 0))
    return createLiteralReader(literals.flat());
  const [schema, ...more] = variants;
  if (!schema || more.length > 0) return readAnything;
  switch (schema.type) {
    case 'string':
      return createWordReader(schema.enum ?? (schema.const === undefined ? undefined : [schema.const]));
    case 'integer':
      return createIntegerReader(readBounds(schema));
    case 'number':
      return createNumberReader(readBounds(schema));
    case 'boolean':
      return readBoolean;
    case 'array':
      return createListReader(
        createReader(toObject(schema.items)),
        Number(schema.maxItems ?? Number.POSITIVE_INFINITY),
      );
    case 'object':
      return schema.properties === undefined
        ? readDictionary
        : createObjectReader(listFields(schema), isClosed(schema));
    default:
      return readAnything;
  }
}

/** Accepts any value; the tool's own schema checks it. */
const readAnything: Reader = (value) => toPlain(value);

const readDictionary: Reader = (value, loc, faults) => {
  if (value instanceof Map) return toPlain(value);
  faults.add({ type: 'dict_type', loc, message: 'Input should be a valid dictionary', input: value });
  return FAULTY;
};

function createWordReader(words: unknown): Reader {
  if (!Array.isArray(words)) return readText;
  const accepted = words.map(String);
  return (value, loc, faults) => {
    const text = readText(value, loc, faults);
    if (text !== FAULTY && !accepted.includes(String(text))) {
      faults.unknownWords.push({ field: loc.slice(1).join('.'), accepted });
      return FAULTY;
    }
    return text;
  };
}

function createListReader(readElement: Reader, itemsMax: number): Reader {
  return (value, loc, faults) => {
    if (!Array.isArray(value)) {
      faults.add({ type: 'list_type', loc, message: 'Input should be a valid list', input: value });
      return FAULTY;
    }
    // Its elements are not looked at, however wrong they are; the schema says that they are too many.
    if (value.length > itemsMax) return toPlain(value);
    const elements = value.map((element, index) => readElement(element, [...loc, index], faults));
    return elements.includes(FAULTY) ? FAULTY : elements;
  };
}

function createObjectReader(fields: readonly Field[], isStrict: boolean): Reader {
  return (value, loc, faults) => {
    if (!(value instanceof Map)) {
      faults.add({ type: 'model_attributes_type', loc, message: NO_OBJECT, input: value });
      return FAULTY;
    }
    const members = readMembers(fields, value, loc, faults);
    if (isStrict && refuseOthers(fields, value, loc, faults)) return FAULTY;
    return members.some(([, member]) => member === FAULTY) ? FAULTY : Object.fromEntries(members);
  };
}

export const NO_OBJECT = 'Input should be a valid dictionary or object to extract fields from';

/** Reads the fields by name; FAULTY for invalid and missing ones. */
export function readMembers(
  fields: readonly Field[],
  object: JsonObject,
  loc: Loc,
  faults: Faults,
): [name: string, value: unknown][] {
  return fields.flatMap(({ name, isRequired, read }): [string, unknown][] => {
    const value: Json | undefined = object.get(name);
    if (value !== undefined) return [[name, read(value, [...loc, name], faults)]];
    if (!isRequired) return [];
    faults.add({ type: 'missing', loc: [...loc, name], message: 'Field required', input: object });
    return [[name, FAULTY]];
  });
}

function readLiterals({ const: only, enum: several }: JsonSchema): number[] {
  const values: unknown[] = Array.isArray(several) ? several : [only];
  const numbers = values.filter((value): value is number => typeof value === 'number');
  return numbers.length === values.length ? numbers : [];
}

/** A whole number that JavaScript can't tell from its neighbours is no bound that anybody meant. */
const isRealBound = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function readBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): Bounds {
  return {
    ...(isRealBound(minimum) ? { ge: minimum } : {}),
    ...(isRealBound(exclusiveMinimum) ? { gt: exclusiveMinimum } : {}),
    ...(isRealBound(maximum) ? { le: maximum } : {}),
    ...(isRealBound(exclusiveMaximum) ? { lt: exclusiveMaximum } : {}),
  };
}

const isList = (schema: JsonSchema): boolean => listVariants(schema).some(({ type }) => type === 'array');

/** The alternatives of a schema. They stand in `anyOf`, `oneOf`, or as a list of types. */
function listVariants(schema: JsonSchema): JsonSchema[] {
  const { type, anyOf, oneOf } = schema;
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return alternatives.map(toObject).flatMap(listVariants);
  if (!Array.isArray(type)) return [schema];
  return type.map((one: unknown) => ({ ...schema, type: one }));
}

function toObject(value: unknown): JsonSchema {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
