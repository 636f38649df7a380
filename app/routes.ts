import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('shop', 'routes/shop/all.tsx'),
  route('shop/product/:tag', 'routes/shop/tag.tsx'),
  route('shop/:category', 'routes/shop/category.tsx'),
  route('shop/:category/:slug', 'routes/shop/product.tsx'),
] satisfies RouteConfig
