import { createContext } from 'react-router'
import type { Shop } from '#modules/shop.server.ts'

export const shopContext = createContext<Shop>()

export type RenderedDocument = { html: string; scriptHashes: string[] }

/** Takes the page past the router, whose response would encode it, copy it and read it again. */
export const documentContext = createContext<RenderedDocument | null>(null)
