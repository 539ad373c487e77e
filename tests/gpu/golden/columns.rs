// `wgsl!((x .- v @ (1)) ./ 3)`, in a crate `K`.
fn columns() -> String {
    match (&(x), &(v)) {
        (r0, r1) => {
            let d = &K::__private::gpu::no_machine();
            let l0 = K::__private::gpu::Operand::leaf(&*r0);
            let l1 = K::__private::gpu::mapped::<2, _, _>(K::__private::gpu::Operand::leaf(&*r1), &[1]);
            let k0 = K::__private::gpu::rank(&l0);
            let k1 = K::__private::gpu::rank(&l1);
            {
                let _ = {
                    let p0 = k1;
                    K::__private::gpu::FitsMap::fits(K::__private::gpu::found_of_map(
                        p0,
                        K::__private::gpu::At::<1, 2>,
                    ));
                    let m0 = K::__private::gpu::MapRank::map_rank(p0, K::__private::gpu::At::<1, 2>);
                    let k = K::__private::gpu::join(k0, m0);
                    K::__private::gpu::Fits::fits(K::__private::gpu::FitsMatrix::fits(
                        K::__private::gpu::FitsVector::fits(k0, k),
                    ));
                    K::__private::gpu::Reaches::fits(m0, k);
                    K::__private::gpu::Covered::<0>::covered(k);
                    K::__private::gpu::text_run(
                        d,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x", "v @ (1)"],
                            targets: &[],
                            cost: 5,
                            serial: false,
                        },
                        k,
                        (),
                        (l0, l1),
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "minus",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Leaf(1)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 1,
                                    node: K::__private::gpu::Node::Apply(
                                        "divide",
                                        &[K::__private::gpu::Value::Step(0), K::__private::gpu::Value::Integer(3)],
                                    ),
                                },
                            ],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(1)],
                        },
                        |_t, ((), (a0, a1))| {
                            let v0 = K::ops::Minus::minus(a1, a0);
                            let v1 = K::ops::Divide::divide(K::ops::Adopt::<3>::like(&v0), v0);
                            K::__private::gpu::formula(
                                (K::__private::gpu::typed(&v0), K::__private::gpu::typed(&v1)),
                                ((), K::Stored::store(v1)),
                            )
                        },
                    )
                };
                K::__private::gpu::text(d)
            }
        }
    }
}
