/** Members of inputs and outputs, described as they are named. */
import { z } from 'zod';

export const count = (about: string) => z.number().int().describe(about);

export const share = (about: string) => z.number().describe(`${about} 0–1.`);

export const objectOf = <S extends z.ZodRawShape>(about: string, shape: S) => z.object(shape).describe(about);

export const listOf = <S extends z.ZodRawShape>(about: string, shape: S) => z.array(z.object(shape)).describe(about);
