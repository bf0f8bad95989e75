/** Members of inputs and outputs that hold members themselves, described as they are named. */
import { z } from 'zod';

export const objectOf = <S extends z.ZodRawShape>(about: string, shape: S) => z.object(shape).describe(about);

export const listOf = <S extends z.ZodRawShape>(about: string, shape: S) => z.array(z.object(shape)).describe(about);
