import { createContext } from 'react-router'
import type { Shop } from '#modules/shop.server.ts'

export const shopContext = createContext<Shop>()
